using System.Text.RegularExpressions;
using IwTune.Shared.Policies;
using IwTune.Shared.Tests.Architecture;

namespace IwTune.Shared.Tests.Policies;

/// <summary>The policies that pages show are valid.</summary>
public sealed partial class DocumentedPoliciesTests
{
    [Fact]
    public void Every_policy_of_a_page_is_valid()
    {
        var shown = (
            from page in DocsTests.Pages
            from Match block in Document().Matches(File.ReadAllText(page))
            select (Page: Path.GetFileName(page), Text: block.Value)
        ).ToList();
        Assert.InRange(shown.Count, 8, 100);
        Assert.Empty(shown.SelectMany(policy => PolicyReader.Read(policy.Text).Problems.Select(problem => (policy.Page, problem))));
    }

    [GeneratedRegex("^policy: .*\n(?:(?!```|END)(?:[a-z].*|[ ]+.*|#.*)\n)+", RegexOptions.Multiline)]
    private static partial Regex Document();
}
