using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Wire;

/// <summary>Sentences name people as people do.</summary>
public sealed class ActorsTests
{
    [Theory]
    [InlineData("user:anna", "anna")]
    [InlineData("token:anna/ci", "token anna/ci")]
    [InlineData("schedule:monthly", "schedule monthly")]
    [InlineData("cli:root", "root on the server")]
    [InlineData("ann (sudo)", "ann (sudo)")]
    [InlineData("server", "server")]
    public void An_actor_of_the_audit_log_has_a_name_in_sentences(string actor, string name)
    {
        Assert.Equal(name, Actors.Name(actor));
        Assert.StartsWith($"held by {name} since ", new HoldState(actor, default, null, "").ToString(), StringComparison.Ordinal);
    }
}
