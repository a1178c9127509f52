using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Agreement;

/// <summary>A number that stands in several places is the same in each: for the whole fleet, and for the hosts of a scope.</summary>
public sealed class AgreementTests
{
    [Fact]
    public async Task Every_page_file_and_answer_gives_one_number_for_one_thing()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var admin = await server.ApiAsync();
        await RichFleet.MakeAsync(server, admin);
        var whole = await ReadAsync(server, "whole", "");
        await FileNumbers.WholeAsync(whole.Numbers, server, admin);
        var part = await ReadAsync(server, "part", RichFleet.Scope);

        Assert.True(whole.Numbers.Contradictions() is "", whole.Numbers.Contradictions());
        Assert.True(part.Numbers.Contradictions() is "", part.Numbers.Contradictions());
        Assert.True(whole.Numbers.Of("verdicts").Split(' ').Length >= 6, $"too uniform: {whole.Numbers.Of("verdicts")}");
        Assert.NotEqual(whole.Numbers.Of("hosts"), part.Numbers.Of("hosts"));
        Assert.All(
            part.Texts,
            text =>
            {
                Assert.DoesNotContain(RichFleet.Mark, text, StringComparison.Ordinal);
                Assert.DoesNotContain($"of {whole.Numbers.Of("hosts")} host", text, StringComparison.Ordinal);
            }
        );
    }

    private static async Task<(Numbers Numbers, List<string> Texts)> ReadAsync(RunningServer server, string name, string scope)
    {
        var numbers = new Numbers();
        using var api = await server.ApiAsync(Role.Operator, scope);
        using var person = await Person.SignedInAsync(server, name, new AccessGrant(Role.Operator, scope));
        await ApiNumbers.ReadAsync(numbers, server, api);
        var pages = new PageNumbers(numbers, person);
        await pages.ReadAsync(
            await api.GetAsync(FleetPaths.Policies, PoliciesJson.Default.IReadOnlyListPolicySummary),
            await api.GetAsync(FleetPaths.Rollouts, RolloutJson.Default.IReadOnlyListRolloutSummary)
        );
        await FileNumbers.ReadAsync(numbers, api, person.Http);
        return (numbers, pages.Texts);
    }
}
