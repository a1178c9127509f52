using IwTune.Agent.Engine;

namespace IwTune.Agent.Tests.Engine;

public sealed class KeyedMachineIdTests
{
    [Fact]
    public void The_machine_id_itself_is_never_told()
    {
        const string id = "0123456789abcdef0123456789abcdef";
        Assert.Matches("^[0-9a-f]{32}$", KeyedMachineId.Of(id));
        Assert.NotEqual(id, KeyedMachineId.Of(id));
        Assert.Equal("", KeyedMachineId.Of(""));
    }
}
