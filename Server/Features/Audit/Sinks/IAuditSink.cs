namespace IwTune.Server.Features.Audit.Sinks;

/// <summary>
/// A place outside of the store that keeps a copy of the audit log. It may get lines again that it got already, never out of order.
/// </summary>
internal interface IAuditSink
{
    /// <summary>The file or the address, without anything secret in it.</summary>
    string Name { get; }

    /// <summary>Takes lines, each ended by a line feed, durably.</summary>
    /// <param name="header">The first line of a copy, for a place that begins anew or keeps deliveries apart.</param>
    /// <param name="lines">Entries and checkpoints.</param>
    /// <param name="ct">Gives up.</param>
    /// <exception cref="AuditSinkException">It did not take them; the same lines come again later.</exception>
    Task TakeAsync(byte[] header, byte[] lines, CancellationToken ct);
}

/// <summary>A copy could not be written; the only remedy is to retry later, and the message says what to check.</summary>
internal sealed class AuditSinkException(string message, Exception? inner = null) : Exception(message, inner);
