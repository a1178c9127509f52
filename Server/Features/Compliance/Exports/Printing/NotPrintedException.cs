namespace IwTune.Server.Features.Compliance.Exports.Printing;

/// <summary>A report was not printed. Nothing was exported; the message says why and what to do.</summary>
internal sealed class NotPrintedException(string message, Exception? inner = null) : Exception(message, inner);
