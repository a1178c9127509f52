using System.Net.Sockets;

namespace IwTune.Agent.Windows.Probing;

/// <summary>The attempt to connect to one peer. A connection stays open until this is disposed of.</summary>
/// <param name="Socket">The connection; <see langword="null"/> when there is none.</param>
/// <param name="Answer">What the kernel said about it before any data; <see langword="null"/> when there is none.</param>
/// <param name="Took">How long connecting took by our own clock.</param>
/// <param name="Problem">Why there is no connection; empty when there is one.</param>
internal sealed record OpenedConnection(Socket? Socket, KernelAnswer? Answer, TimeSpan Took, string Problem = "") : IDisposable
{
    /// <summary>No connection.</summary>
    public static OpenedConnection None(string problem) => new(null, null, default, problem);

    /// <inheritdoc/>
    public void Dispose() => Socket?.Dispose();
}
