using System.Text;
using IwTune.Server.Console.Assets;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Console;

/// <summary>Pages on paper.</summary>
public sealed class PrintTests
{
    private static readonly string Style = Read("css/print.css") + Read("css/print.parts.css");

    [Theory]
    [InlineData(".nav")]
    [InlineData(".top-tools")]
    [InlineData(".bottom")]
    [InlineData(".actions")]
    [InlineData(".row-actions")]
    [InlineData(".what-if")]
    [InlineData(".search")]
    [InlineData(".needs-script")]
    [InlineData("button")]
    [InlineData(".button")]
    public void What_can_only_be_pressed_is_not_printed(string selector)
    {
        var hidden = Style[..Style.IndexOf("{ display: none !important; }", StringComparison.Ordinal)].Split(';', '}')[^1];
        Assert.Contains(selector, hidden.Split([',', '\n', ' '], StringSplitOptions.RemoveEmptyEntries));
    }

    [Fact]
    public void A_table_repeats_its_headings_and_a_dark_page_prints_as_a_light_one()
    {
        Assert.Contains("thead { display: table-header-group; }", Style, StringComparison.Ordinal);
        Assert.Contains(":root[data-theme] { color-scheme: light;", Style, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_page_names_its_server_and_the_time_of_printing()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var head = (await person.OpenAsync("/hosts")).QuerySelector(".print-head")!;
        Assert.Contains(server.Url.Host, head.TextContent, StringComparison.Ordinal);
        Assert.Matches(@"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\s+UTC", head.TextContent);
    }

    private static string Read(string file) => Encoding.UTF8.GetString(ConsoleAssets.Find(file)!.Content);
}
