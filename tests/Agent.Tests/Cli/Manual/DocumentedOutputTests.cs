using System.Text.RegularExpressions;
using IwTune.Agent.Cli.Predicting;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Cli.Manual;

/// <summary>Commands whose output depends on nothing but their options print what the pages show.</summary>
public sealed partial class DocumentedOutputTests
{
    [Theory]
    [InlineData("README.md", 1)]
    [InlineData("docs/predict.md", 5)]
    [InlineData("docs/quic.md", 1)]
    public async Task The_predictions_of_a_page_are_those_of_the_command(string page, int count)
    {
        var examples = Example().Matches(await File.ReadAllTextAsync(Path.Combine(Binaries.Root, page)));
        Assert.Equal(count, examples.Count);
        foreach (Match example in examples)
        {
            var said = await HostlessShell.RunAsync([.. example.Groups[1].Value.Split(' ')], ("predict", PredictVerb.Create));
            Assert.Equal((0, ""), (said.Exit, said.Error));
            // A page may leave out what follows the table, and wraps long sentences.
            Assert.StartsWith(Unwrapped(example.Groups[2].Value), Unwrapped(said.Out), StringComparison.Ordinal);
        }
    }

    private static string Unwrapped(string text) => Wrapped().Replace(text.TrimEnd(), " ");

    [GeneratedRegex(@"^\$ iwtune (predict .*)\n((?:(?!```|\$ ).*\n)+)", RegexOptions.Multiline)]
    private static partial Regex Example();

    // The next line of a sentence; a line of a table begins with a blank or a digit.
    [GeneratedRegex(@"(?<=[a-z,;])\n(?=[a-z])")]
    private static partial Regex Wrapped();
}
