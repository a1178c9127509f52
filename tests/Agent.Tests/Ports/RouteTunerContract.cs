namespace IwTune.Agent.Tests.Ports;

/// <summary>The additional guarantees of a route tuner.</summary>
public abstract class RouteTunerContract : TunerContract
{
    [Fact]
    public async Task The_interface_of_a_route_is_among_those_there_are()
    {
        Host.Add(Host.Names.First);
        var snapshot = await Host.ReadAsync();
        Assert.Contains(Host.Find(snapshot, Host.Names.First).Interface!, snapshot.Interfaces);
    }
}
