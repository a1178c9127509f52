using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using IwTune.Agent.Cli.Laboratory;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Cli;

/// <summary>The page of `iwtune lab --replay`, as text. ReplayPageTests opens it in a browser.</summary>
public sealed partial class LabReplayTests : IDisposable
{
    private readonly string _page = Path.Combine(Directory.CreateTempSubdirectory("iwtune-replay-").FullName, "page.html");

    [Fact]
    public async Task The_page_has_the_measured_arrivals_of_each_window_and_the_persons_own_count()
    {
        Privileged.Require();
        var said = await RunAsync("--size", "30kB", "--rtt", "40ms", "--iw", "10,3", "--runs", "3", "--replay", _page, "--views", "250k");
        Assert.True(said.Exit == 0, said.Error);
        Assert.Contains("page.html is written. Any browser shows it.", said.Error, StringComparison.Ordinal);
        var html = await File.ReadAllTextAsync(_page, TestContext.Current.CancellationToken);
        Assert.Contains("<h1>30 kB at 40 ms: initial windows 3 and 10, side by side</h1>", html, StringComparison.Ordinal);
        Assert.Matches(@"<tr><th scope=""row"">3</th>(<td>[\d.–]+ ms</td>){3}<td>[\d.]+</td><td>3 \+ 6 \+ 12</td></tr>", html);
        Assert.Matches(@"<tr><th scope=""row"">10</th>(<td>[\d.–]+ ms</td>){3}<td>[\d.]+</td><td>10 \+ 11</td></tr>", html);
        Assert.Matches(@"Initial window 10: complete \d+\.\d ms before initial window 3\.", html);
        var views = Views().Match(said.Out).Value;
        Assert.NotEmpty(views);
        Assert.Contains(views, html, StringComparison.Ordinal);
        var arms = JsonNode.Parse(Data().Match(html).Groups[1].Value)!["arms"]!.AsArray();
        Assert.Equal(2, arms.Count);
        Assert.All(arms, arm => Assert.Equal(30_000, (int)arm!["points"]!.AsArray()[^1]![1]!));
        Assert.All(arms, arm => Assert.True((double)arm!["points"]![0]![0]! >= 40, "nothing arrives before a round trip"));
    }

    [Fact]
    public async Task The_page_requests_nothing_and_permits_only_its_own_style_and_script()
    {
        Privileged.Require();
        Assert.Equal(0, (await RunAsync("--size", "9kB", "--rtt", "2ms", "--iw", "3,10", "--runs", "1", "--replay", _page)).Exit);
        var html = await File.ReadAllTextAsync(_page, TestContext.Current.CancellationToken);
        Assert.Empty(Addresses().Matches(html).Select(match => match.Value));
        foreach (var tag in new[] { "style", "script" })
        {
            var content = html.Split($"<{tag}>")[1].Split($"</{tag}>")[0];
            var hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(content)));
            Assert.Contains($"{tag}-src 'sha256-{hash}'", html, StringComparison.Ordinal);
        }
        Assert.Contains("default-src 'none'", html, StringComparison.Ordinal);
        Assert.DoesNotContain("page views", html, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--replay shows windows side by side", "--iw", "3", "--replay", "page.html")]
    [InlineData("--views counts the time saved", "--iw", "3", "--views", "1000")]
    [InlineData("--views has no place in JSON", "--views", "1000", "--json")]
    public async Task What_makes_no_sense_is_refused(string expected, params string[] arguments)
    {
        var said = await RunAsync(["--size", "9kB", .. arguments]);
        Assert.Equal(64, said.Exit);
        Assert.Contains(expected, said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_a_measurement_there_is_no_page_and_the_count_is_multiplied_with_the_model()
    {
        Privileged.Require(); // to give up the privileges
        string[] lab = ["lab", "--size", "34kB", "--rtt", "316ms", "--iw", "2,10", "--views", "250k", "--replay", _page];
        var said = Commands.TryRun("setpriv", ["--bounding-set", "-all", "--inh-caps", "-all", Binaries.Agent, .. lab]);
        Assert.Equal(0, said.ExitCode);
        Assert.Contains(
            "10 instead of 2 segments: 632 ms less on 250,000 page views a day, 43.9 h of waiting a day.",
            said.Output,
            StringComparison.Ordinal
        );
        Assert.Contains("page.html is not written: nothing was measured.", said.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_page));
    }

    public void Dispose() => Directory.Delete(Path.GetDirectoryName(_page)!, recursive: true);

    private static Task<Said> RunAsync(params string[] arguments) => HostlessShell.RunAsync(["lab", .. arguments], ("lab", LabVerb.Create));

    [GeneratedRegex(@"<script type=""application/json"" id=""data"">(.*)</script>")]
    private static partial Regex Data();

    [GeneratedRegex(@"10 instead of 3 segments: [\d.]+ ms less on 250,000 page views a day, [\d.]+ \w+ of waiting a day\.")]
    private static partial Regex Views();

    [GeneratedRegex(@"(https?:|//[a-z]|src=|url\(|@import)", RegexOptions.IgnoreCase)]
    private static partial Regex Addresses();
}
