using IwTune.Server.Features.Policies.Pages;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Policies;
using IwTune.Shared.Policies.OperatingSystems;

namespace IwTune.Server.Tests.Features.Policies;

public sealed class PolicyTemplatesTests
{
    public static TheoryData<string> Keys => [.. PolicyTemplates.All.Select(template => template.Key)];

    [Theory]
    [MemberData(nameof(Keys))]
    public void A_template_is_a_policy_without_a_problem_a_warning_or_a_part_that_servers_do_not_support(string key)
    {
        var read = PolicyReader.Read(PolicyTemplates.Find(key)!.Document);

        Assert.Empty(read.Problems);
        Assert.Empty(read.Warnings);
        Assert.DoesNotContain(WindowsFit.Of(read.Policy!.Scopes, WindowsRelease.Server2016), misfit => misfit.Unsupported);
    }

    [Fact]
    public void The_templates_are_three_to_five_and_no_two_are_alike()
    {
        Assert.InRange(PolicyTemplates.All.Count, 3, 5);
        Assert.Distinct(PolicyTemplates.All.Select(template => template.Key));
        Assert.Distinct(PolicyTemplates.All.Select(template => PolicyDigest.Of(PolicyReader.Read(template.Document).Policy!)));
    }

    [Fact]
    public async Task A_template_is_chosen_by_a_link_and_one_that_does_not_exist_is_named()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);

        var page = await person.OpenAsync("/policies/new");
        Assert.Equal(PolicyTemplates.First.Document, page.QuerySelector("#yaml")!.TextContent);
        foreach (var link in page.QuerySelectorAll(".templates a"))
        {
            var chosen = await person.OpenAsync(link.GetAttribute("href")!);
            var template = PolicyTemplates.All.Single(one => one.Title == link.TextContent);
            Assert.Equal(template.Document, chosen.QuerySelector("#yaml")!.TextContent);
            Assert.Equal(template.Title, chosen.QuerySelector(".templates a[aria-current]")!.TextContent);
            Assert.NotNull(chosen.QuerySelector("#meaning table"));
        }
        var none = await person.OpenAsync("/policies/new?template=fastest");
        Assert.Contains("There is no template “fastest”", none.QuerySelector(".notice-bad")!.TextContent, StringComparison.Ordinal);
        Assert.Null(none.QuerySelector(".templates a[aria-current]"));
    }
}
