using System.Globalization;
using System.Text.RegularExpressions;
using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using IwTune.Server.Features.Policies;
using IwTune.Server.Tests.Console;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Agreement;

/// <summary>Numbers of the console's pages, and the text of all of them.</summary>
internal sealed partial class PageNumbers(Numbers numbers, Person person)
{
    private static readonly Dictionary<string, StandingKind> Lists = new(StringComparer.Ordinal)
    {
        ["Drift"] = StandingKind.Drift,
        ["Repairs"] = StandingKind.Repairs,
        ["Owner fights"] = StandingKind.OwnerFights,
        ["Holds"] = StandingKind.Holds,
        ["Overrides"] = StandingKind.Overrides,
        ["Unsupported"] = StandingKind.Unsupported,
        ["Unreachable"] = StandingKind.Unreachable,
        ["Refused"] = StandingKind.Refused,
    };

    public List<string> Texts { get; } = [];

    public async Task ReadAsync(IReadOnlyList<PolicySummary> policies, IReadOnlyList<RolloutSummary> rollouts)
    {
        var overview = await OpenAsync("/");
        numbers.Add("verdicts", "overview", Shares(overview));
        if (SomeCompliant().Match(Text(overview)) is { Success: true } said)
            numbers.Add("hosts", "overview, sentence", said.Groups[1].Value);
        numbers.Add("inbox", "navigation", Waiting(overview));
        numbers.Add("inbox", "inbox", Rows(await OpenAsync("/inbox"), "Inbox").Count());
        foreach (var verdict in Enum.GetValues<Verdict>())
            numbers.Add(
                $"verdict {verdict}",
                "hosts page",
                (await OpenAsync($"/hosts?q=verdict%3A{verdict.ToString().ToLowerInvariant()}")).QuerySelectorAll("#host-rows tr").Length
            );
        await ComplianceAsync();
        foreach (var page in (string[])["/", "/policies"])
        foreach (var row in Rows(await OpenAsync(page), "Policies"))
            if (row.QuerySelector(".adoption .num") is { } have)
                numbers.Add($"policy {Name(row)}, have", page, have.TextContent);
        foreach (var policy in policies)
            await PolicyAsync(policy);
        foreach (var row in Rows(await OpenAsync("/rollouts"), "Rollouts").Zip(rollouts))
            numbers.Add($"rollout {row.Second.Id}", "rollouts page", row.First.QuerySelector(".adoption .num")!.TextContent);
        foreach (var rollout in rollouts)
            numbers.Add(
                $"rollout {rollout.Id}",
                "rollout page",
                (await OpenAsync($"/rollouts/{rollout.Id}")).QuerySelector(".rollout-facts .adoption .num")!.TextContent
            );
        foreach (var run in overview.QuerySelectorAll("li.run"))
            numbers.Add(
                $"rollout {run.QuerySelector("a")!.GetAttribute("href")!.Split('/')[^1]}",
                "overview",
                OneOf().Match(run.QuerySelector(".run-ring .muted.num, .run-ring .num.muted")!.TextContent).Value
            );
        await StandingAsync();
        var agents = Rows(await OpenAsync("/agents"), "Agents by version").Select(Cells).ToList();
        numbers.Add("hosts", "agents page", agents.Sum(cells => Number(cells[^2])));
        numbers.Add("silent", "agents page", agents.Sum(cells => Number(cells[^1])));
        numbers.Add("exceptions", "exceptions page", Rows(await OpenAsync("/compliance/exceptions"), "Exceptions").Count());
    }

    private async Task ComplianceAsync()
    {
        var page = await OpenAsync("/compliance");
        numbers.Add("verdicts", "compliance page", Shares(page));
        var groups = Rows(page, "Hosts by policy").ToList();
        numbers.Add(
            "policies",
            "compliance page",
            groups.ToDictionary(row => Name(row) is "no policy" ? "none" : Name(row), row => Number(Cells(row)[0]))
        );
        var none = groups.Find(row => Name(row) == "no policy");
        numbers.Add("no policy", "compliance page", none is null ? 0 : Number(Cells(none)[0]));
        if (none?.QuerySelector("a")?.GetAttribute("href") is { } narrowed)
            numbers.Add("no policy", "compliance page, narrowed", Shares(await OpenAsync(narrowed)).Values.Sum());
    }

    private async Task PolicyAsync(PolicySummary policy)
    {
        var page = await OpenAsync($"/policies/{policy.Name}");
        if (page.QuerySelector("section[aria-labelledby='adoption'] .adoption .num")?.TextContent is { } have)
        {
            numbers.Add($"policy {policy.Name}, have", "policy page", have);
            numbers.Add($"policy {policy.Name}, hosts", "policy page", have.Split(" of ")[1]);
        }
        numbers.Add(
            $"policy {policy.Name}, held",
            "policy page",
            Held().Matches(Text(page)).Sum(held => int.Parse(held.Groups[1].Value, CultureInfo.InvariantCulture))
        );
        numbers.Add(
            $"policy {policy.Name}, hosts",
            "policy page, verdicts",
            page.QuerySelectorAll(".verdicts li .num").Sum(cell => Number(cell.TextContent))
        );
        var assignments = Rows(page, "Assignments").Select(Cells).ToList();
        foreach (var cells in assignments)
            numbers.Add($"assignment {cells[0]} {policy.Name}", "policy page", $"{cells[2]} {cells[3]}");
        if (policy.IsAssignedUnseen())
            Assert.DoesNotContain("No assignments yet", Text(page), StringComparison.Ordinal);
        else if (assignments.Count > 0)
        {
            var left = NotCounted().Match(Text(page));
            numbers.Add(
                $"policy {policy.Name}, hosts",
                "policy page, in effect and held",
                assignments.Sum(cells => Number(cells[3])) + (left.Success ? Number(left.Groups[1].Value) : 0)
            );
        }
    }

    private async Task StandingAsync()
    {
        var page = await OpenAsync("/standing");
        numbers.Add(
            "standing",
            "standing page",
            page.QuerySelectorAll("nav[aria-label='Lists'] a")
                .Where(link => link.QuerySelector(".num") is not null && Lists.ContainsKey(Kind(link)))
                .ToDictionary(link => Lists[Kind(link)], link => Number(link.QuerySelector(".num")!.TextContent))
        );
        numbers.Add("hosts", "standing page", StandOut().Match(Text(page)).Groups[1].Value);
    }

    private async Task<IHtmlDocument> OpenAsync(string address)
    {
        var page = await person.OpenAsync(address);
        Texts.Add($"{address}: {page.Body!.TextContent}");
        return page;
    }

    private static string Kind(IElement link) =>
        link.TextContent.Replace(link.QuerySelector(".num")!.TextContent, "", StringComparison.Ordinal).Trim();

    private static string Waiting(IHtmlDocument page) => page.QuerySelector("[data-waiting]")!.GetAttribute("data-waiting")!;

    private static IEnumerable<IElement> Rows(IHtmlDocument page, string caption) =>
        page.QuerySelectorAll($"[aria-label='{caption}'] tbody tr");

    private static string Name(IElement row) => row.QuerySelector("th")!.TextContent.Trim();

    private static List<string> Cells(IElement row) => [.. row.QuerySelectorAll("td").Select(cell => cell.TextContent.Trim())];

    private static int Number(string text) =>
        text.Trim() is "–"
            ? 0
            : int.Parse(
                text,
                NumberStyles.AllowThousands | NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite,
                CultureInfo.InvariantCulture
            );

    private static string Text(IHtmlDocument page) => Blanks().Replace(page.QuerySelector("main")!.TextContent, " ");

    private static Dictionary<Verdict, int> Shares(IHtmlDocument page) =>
        page.QuerySelectorAll(".shares .share")
            .ToDictionary(
                share => Enum.Parse<Verdict>(string.Concat(share.QuerySelector(".chip")!.TextContent.Where(char.IsLetter)), true),
                share => Number(share.QuerySelector(".share-count")!.TextContent)
            );

    [GeneratedRegex(@"\s+")]
    private static partial Regex Blanks();

    [GeneratedRegex(@"of (\d+) hosts (?:are|is) compliant")]
    private static partial Regex SomeCompliant();

    [GeneratedRegex(@"\d+ of \d+")]
    private static partial Regex OneOf();

    [GeneratedRegex(@", (\d+) held at revision")]
    private static partial Regex Held();

    [GeneratedRegex(@"In effect does not count (\d+) held hosts?")]
    private static partial Regex NotCounted();

    [GeneratedRegex(@"of (\d+) hosts? (?:stand|are|is)")]
    private static partial Regex StandOut();
}
