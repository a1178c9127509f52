using IwTune.Agent.Ports;
using IwTune.Shared.Tests.Architecture;

namespace IwTune.Agent.Tests;

public sealed class ArchitectureTests
{
    [Fact]
    public void Every_class_is_sealed_or_static() => Assert.Empty(ClassRules.Open(typeof(ITuner).Assembly));

    [Fact]
    public void Native_code_is_called_only_at_the_edge() =>
        Assert.Empty(ClassRules.NativeCalls(typeof(ITuner).Assembly, "IwTune.Agent.Linux", "IwTune.Agent.Windows", "IwTune.Agent.Local"));

    [Fact]
    public void The_agent_does_not_know_the_server() =>
        Assert.DoesNotContain(typeof(ITuner).Assembly.GetReferencedAssemblies(), used => used.Name == "iwtune-server");
}
