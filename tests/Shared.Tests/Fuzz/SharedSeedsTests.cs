using IwTune.Fuzz.Targets;
using IwTune.Fuzz.Targets.Shared;

namespace IwTune.Shared.Tests.Fuzz;

/// <summary>The seeds of the fuzz, and what it has found: <c>./build.sh fuzz --target NAME</c> goes on from them.</summary>
public sealed class SharedSeedsTests
{
    public static TheoryData<string> Targets => [.. SharedTargets.All.Select(target => target.Name)];

    [Theory]
    [MemberData(nameof(Targets))]
    public void Every_seed_is_read_or_refused_as_its_parser_promises(string name) =>
        Assert.Empty(Seeds.Broken(SharedTargets.All.Single(target => target.Name == name)));
}
