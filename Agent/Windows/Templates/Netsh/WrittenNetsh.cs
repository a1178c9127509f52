namespace IwTune.Agent.Windows.Templates.Netsh;

/// <summary>netsh, telling when something was written by it.</summary>
internal sealed class WrittenNetsh(INetsh netsh, Action written) : INetsh
{
    /// <inheritdoc/>
    public async ValueTask<NetshRun> RunAsync(NetshCommand command, CancellationToken ct)
    {
        try
        {
            return await netsh.RunAsync(command, ct);
        }
        finally
        {
            // Also when it did not end well: what it did is seen by reading only.
            if (command is NetshCommand.SetInitialWindow)
                written();
        }
    }
}
