using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.Doctor;

/// <summary>Reads this host and runs every check over what it found.</summary>
/// <param name="read">Reads everything but what the agent has seen.</param>
internal sealed class WindowsDoctor(Func<CancellationToken, ValueTask<WindowsFindings>> read) : IDoctor
{
    /// <inheritdoc/>
    public IReadOnlyList<string> Checks { get; } = [.. WindowsCheckup.All.Select(check => check.Name)];

    /// <inheritdoc/>
    public async ValueTask<IReadOnlyList<Diagnosis>> ExamineAsync(AgentView agent, CancellationToken ct) =>
        WindowsCheckup.Of(await read(ct) with { Agent = agent });
}
