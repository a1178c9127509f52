using IwTune.Agent.Ports;

namespace IwTune.Agent.Tests.Engine;

/// <summary>Returns the diagnoses that the test sets.</summary>
internal sealed class FakeDoctor : IDoctor
{
    public List<Diagnosis> Says { get; } = [];

    public IReadOnlyList<string> Checks => [.. Says.Select(diagnosis => diagnosis.Check)];

    public AgentView? Asked { get; private set; }

    public ValueTask<IReadOnlyList<Diagnosis>> ExamineAsync(AgentView agent, CancellationToken ct)
    {
        Asked = agent;
        return ValueTask.FromResult<IReadOnlyList<Diagnosis>>(Says);
    }
}
