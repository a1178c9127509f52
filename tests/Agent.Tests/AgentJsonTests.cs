using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests;

public sealed class AgentJsonTests
{
    /// <summary>Agent/Trimmed.xml takes the search for them from the native programs.</summary>
    [Fact]
    public void No_type_of_the_program_or_of_the_wire_names_derived_types_for_its_JSON() =>
        Assert.DoesNotContain(
            typeof(AgentJson).Assembly.GetTypes().Concat(typeof(Bundle).Assembly.GetTypes()),
            type =>
                type.IsDefined(typeof(JsonPolymorphicAttribute), inherit: false)
                || type.IsDefined(typeof(JsonDerivedTypeAttribute), inherit: false)
        );
}
