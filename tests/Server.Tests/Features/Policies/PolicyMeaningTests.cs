using IwTune.Server.Features.Policies.Pages;
using IwTune.Shared.Policies;

namespace IwTune.Server.Tests.Features.Policies;

public sealed class PolicyMeaningTests
{
    [Fact]
    public void Internet_and_Datacenter_are_set_by_a_default_scope_alone()
    {
        Assert.Contains(OnWindows("[default]"), text => text.Contains("Internet and Datacenter", StringComparison.Ordinal));
        Assert.Equal(
            ["A prefix becomes a custom template and a transport filter."],
            OnWindows("[{ prefix: 10.0.0.0/8 }]").SkipLast(1) // the last sentence is about clients
        );
    }

    private static IReadOnlyList<string> OnWindows(string scopes) =>
        PolicyMeaning.Of(PolicyReader.Read($"policy: edge\nwindow: {{ initcwnd: 16 }}\nscopes: {scopes}\n").Policy!).Windows;
}
