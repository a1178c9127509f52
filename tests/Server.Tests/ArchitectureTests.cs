using System.Reflection;
using IwTune.Shared.Tests.Architecture;

namespace IwTune.Server.Tests;

public sealed class ArchitectureTests
{
    private static readonly Assembly Server = Assembly.Load("iwtune-server");

    [Fact]
    public void Every_class_is_sealed_or_static() => Assert.Empty(ClassRules.Open(Server));

    [Fact]
    public void No_native_code_is_called() => Assert.Empty(ClassRules.NativeCalls(Server));

    [Fact]
    public void The_server_does_not_know_the_agent() =>
        Assert.DoesNotContain(Server.GetReferencedAssemblies(), used => used.Name == "iwtune");
}
