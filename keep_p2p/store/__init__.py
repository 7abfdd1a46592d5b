"""What outlives the process: identities, the durable journal of a seat, transcripts.

profile      a person's folder, identity key and lock
journal      what a seat must not forget, durable before anything is sent
transcripts  finished games as files
files        atomic and owner-only writing; lock: one process at a time
"""
