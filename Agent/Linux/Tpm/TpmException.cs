namespace IwTune.Agent.Linux.Tpm;

/// <summary>No TPM does what was requested. The message says what was found.</summary>
internal sealed class TpmException(string message, Exception? inner = null) : Exception(message, inner);
