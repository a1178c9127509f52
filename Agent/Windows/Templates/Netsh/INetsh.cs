namespace IwTune.Agent.Windows.Templates.Netsh;

/// <summary>The program netsh of this host: the only writer of templates, and one of their readers.</summary>
public interface INetsh
{
    /// <summary>Runs one command to its end, or to its time limit. A failure is in the run.</summary>
    /// <exception cref="OperationCanceledException">The caller gave up; the program was ended.</exception>
    ValueTask<NetshRun> RunAsync(NetshCommand command, CancellationToken ct);
}
