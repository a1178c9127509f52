namespace IwTune.Shared.Compliance.Exports;

/// <summary>An export cannot be read further; the message says what was found. Nothing in it is to be relied on.</summary>
public sealed class ExportFaultException : Exception
{
    /// <inheritdoc/>
    public ExportFaultException() { }

    /// <inheritdoc/>
    public ExportFaultException(string message)
        : base(message) { }

    /// <inheritdoc/>
    public ExportFaultException(string message, Exception inner)
        : base(message, inner) { }
}
