namespace IwTune.Agent.Windows.Templates.Netsh;

/// <summary>
/// The program netsh of this host: it writes the windows of templates and the filters, and is one of the readers of templates.
/// </summary>
public interface INetsh
{
    /// <summary>Runs one command to its end, or to its time limit. A failure is in the run.</summary>
    /// <exception cref="OperationCanceledException">The caller gave up; the program was ended.</exception>
    ValueTask<NetshRun> RunAsync(NetshCommand command, CancellationToken ct);
}
