using System.Text.RegularExpressions;
using Microsoft.Playwright;

namespace IwTune.EndToEnd.Console.Rollouts;

/// <summary>
/// Two people and a fleet: one plans, the other approves, hosts follow; then a host fails, and all hosts are rolled back.
/// </summary>
public sealed partial class RolloutJourneyTests(Browser browser)
{
    [Fact]
    public async Task Anna_plans_the_administrator_approves_it_completes_and_the_next_one_fails_and_rolls_back()
    {
        await using var server = await ConsoleServer.StartAsync();
        await server.PublishAsync(server.Token("--kind", "api", "--name", "ci"), new(Policy(3), "a start", "role:web"));
        var enrolment = server.Token("--labels", "role=web", "--name", "rack");
        var hosts = new List<FollowingHost>();
        for (var i = 1; i <= 4; i++)
        {
            hosts.Add(await FollowingHost.JoinAsync(server, enrolment, $"web-{i}"));
            await hosts[^1].FollowAsync();
        }
        await using var anna = await browser.OpenAsync(server);
        await using var admin = await browser.OpenAsync(server);
        await anna.SignInAsync("anna", server.AddUser("anna", "operator", "approver"));
        await admin.SignInAsync();

        var first = await PlanAsync(anna.Page, window: 10);
        Assert.Contains("Authors cannot approve their own plans", await anna.Page.InnerTextAsync("#rollout"), StringComparison.Ordinal);
        Assert.Equal(0, await anna.Page.Locator("a:has-text('Approve')").CountAsync());
        await ApproveAsync(admin.Page, first);
        // Anna's page is open all the time, and updates itself.
        await FollowUntilAsync(hosts, anna.Page, "Complete");
        await Assertions.Expect(anna.Page.Locator(".lane:has-text('passed')")).ToHaveCountAsync(2);
        Assert.StartsWith("edge: Complete", await anna.Page.InnerTextAsync("#announce"), StringComparison.Ordinal);

        hosts.ForEach(host => host.Fails = true);
        var second = await PlanAsync(anna.Page, window: 5);
        await ApproveAsync(admin.Page, second);
        await FollowUntilAsync(hosts, anna.Page, "Rolled back");
        Assert.Contains("EPERM", await anna.Page.InnerTextAsync("[aria-labelledby=failures]"), StringComparison.Ordinal);
        await Assertions.Expect(anna.Page.Locator(".lane:has-text('not reached')")).ToHaveCountAsync(1);
        // The rollout was rolled back as soon as one host failed; the others receive the earlier values at their next poll.
        foreach (var host in hosts)
            await host.FollowAsync();
        // What was delivered is past; what hosts have now agrees with the policy's page, and the failure stands above the next plan.
        await Assertions.Expect(anna.Page.Locator(".rollout-facts strong")).ToHaveTextAsync("0 hosts now have revision 3");
        await anna.Page.GotoAsync("/rollouts/new?policy=edge");
        await anna.Page.SelectOptionAsync("#to", "3");
        await Assertions.Expect(anna.Page.Locator("#stopped .notice")).ToContainTextAsync("Revision 3 was stopped before");
        await Assertions.Expect(anna.Page.Locator("#despite")).ToBeVisibleAsync();
        await anna.Page.GotoAsync("/policies/edge");
        Assert.Matches("r4\\s+= r2\\s+Current", await anna.Page.InnerTextAsync("[aria-labelledby=revisions] tbody tr >> nth=0"));
        anna.AssertQuiet();
        admin.AssertQuiet();
    }

    /// <returns>The address of the rollout.</returns>
    private static async Task<string> PlanAsync(IPage page, int window)
    {
        await page.GotoAsync("/policies/edge/edit");
        await page.FillAsync("#yaml", Policy(window));
        await page.FillAsync("#reason", $"{window} segments");
        await page.ClickAsync("text=Check and preview");
        await page.ClickAsync("text=Stage for a rollout");
        await page.ArriveAsync("**/policies/edge");
        await page.ClickAsync("text=Plan rollout");
        await page.ClickAsync("details.rules > summary");
        await page.FillAsync("#rings", "canary=1,100%");
        await page.FillAsync("#bake", "0s");
        await page.FillAsync("#samples", "0");
        await page.FillAsync("#reason", $"CHG-{window}");
        await page.ClickAsync("text=Review plan");
        await Assertions.Expect(page.Locator(".lane")).ToHaveCountAsync(2);
        await page.ClickAsync("text=Plan rollout");
        await page.ArriveAsync(Address());
        return page.Url;
    }

    private static async Task ApproveAsync(IPage page, string address)
    {
        await page.GotoAsync(address);
        await page.ClickAsync("a:has-text('Approve')");
        await page.FillAsync("#reason", "looked at the first ring");
        await page.ClickAsync("text=Approve plan");
        await page.ArriveAsync(Address());
    }

    private static async Task FollowUntilAsync(List<FollowingHost> hosts, IPage page, string state)
    {
        var there = page.WaitForSelectorAsync($".chip-large:has-text('{state}')", new() { Timeout = 120_000 });
        while (!there.IsCompleted)
        {
            foreach (var host in hosts)
                await host.FollowAsync();
            await Task.WhenAny(there, page.WaitForTimeoutAsync(200));
        }
        await there;
    }

    private static string Policy(int window) => $"policy: edge\nwindow: {{ initcwnd: {window} }}\nscopes: [ default ]\n";

    [GeneratedRegex("/rollouts/[0-9a-f-]{36}$", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Address();
}
