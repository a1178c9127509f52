namespace IwTune.Agent.Linux.Tpm;

/// <summary>There is no TPM that does what was asked. The message says what was found.</summary>
internal sealed class TpmException(string message, Exception? inner = null) : Exception(message, inner);
