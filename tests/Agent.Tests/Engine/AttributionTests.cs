using IwTune.Agent.Ports;

namespace IwTune.Agent.Tests.Engine;

public sealed class AttributionTests
{
    [Theory]
    [InlineData("dhclient", "changed by dhclient")]
    [InlineData("probably the scheduled task Tune", "probably changed by the scheduled task Tune")]
    [InlineData(Attribution.NotKnown, "changed by an unknown author")]
    public void The_author_of_a_repaired_change_is_named_as_surely_as_it_is_known(string who, string said) =>
        Assert.Equal(said, Attribution.ChangedBy(who));
}
