using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Console.Rollouts;

public sealed class RolloutApprovePageTests
{
    [Fact]
    public async Task Hosts_in_no_ring_are_named_wherever_the_approver_reads_a_number_of_hosts()
    {
        await using var server = await RunningServer.StartAsync();
        using var approver = await Person.SignedInAsync(server);
        using var anna = await server.ApiOfAsync("anna");
        await server.FleetAsync(anna, 3);
        foreach (var silent in (string[])["silent-1", "silent-2"])
            await server.EnrolAsync(silent);
        var rollout = await anna.RollAsync(await anna.StageAsync(Api.Iw10), confirm: 3);

        var page = await approver.OpenAsync($"/rollouts/{rollout.Summary.Id}/approve");
        Assert.Contains(
            "3 hosts of 5 move from revision 1 to revision 2, in 2 rings; 2 other hosts of the policy are in no ring.",
            OneLine(page.QuerySelector(".lede")!.TextContent),
            StringComparison.Ordinal
        );
        Assert.Contains("2 hosts", OneLine(page.QuerySelector("[aria-labelledby=excluded]")!.TextContent), StringComparison.Ordinal);
        var impact = OneLine(page.QuerySelector("[aria-labelledby=impact-hosts]")!.TextContent);
        Assert.Contains("5 of 5 hosts move to another revision or policy;", impact, StringComparison.Ordinal);
        Assert.Contains(
            "The hosts in no ring count here, too: revision 2 is released to them after the last ring.",
            impact,
            StringComparison.Ordinal
        );

        static string OneLine(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
    }
}
