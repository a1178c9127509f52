using System.Text;
using System.Text.Json.Nodes;
using IwTune.Agent.Cli.Output;

namespace IwTune.Agent.Tests.Cli;

/// <summary>Only this program's own control sequences reach a terminal.</summary>
public sealed class PlainWriterTests
{
    private readonly StringWriter _terminal = new() { NewLine = "\n" };

    [Theory]
    [InlineData("web\u001b[2J\u001b[1;1H", "web\\u001b[2J\\u001b[1;1H")]
    [InlineData("\u001b]52;c;cm0gLXJm\u0007", "\\u001b]52;c;cm0gLXJm\\u0007")]
    [InlineData("\u001b[8mhidden", "\\u001b[8mhidden")]
    [InlineData("host\rroot", "host\\u000droot")]
    [InlineData("a\b\bb\u009b2J", "a\\u0008\\u0008b\\u009b2J")]
    [InlineData("fra\u202e1-ewg", "fra\\u202e1-ewg")]
    public void What_a_host_calls_itself_is_shown(string name, string shown)
    {
        using var writer = PlainWriter.Before(_terminal);
        writer.WriteLine($"  {name}  ok");
        foreach (var letter in name)
            writer.Write(letter);
        Assert.Equal($"  {shown}  ok\n{shown}", _terminal.ToString());
    }

    [Fact]
    public void A_hidden_character_beyond_the_first_65536_is_escaped_so_that_a_document_stays_one()
    {
        using var writer = PlainWriter.Before(_terminal);
        writer.Write("[\"fra\U000e0041\U000110bd\"]");
        Assert.Equal("[\"fra\\udb40\\udc41\\ud804\\udcbd\"]", _terminal.ToString());
        Assert.Equal("fra\U000e0041\U000110bd", (string?)JsonNode.Parse(_terminal.ToString())![0]);
    }

    [Theory]
    [InlineData("web\u001b[2J\u001b[1;1H", "web\\u001b[2J\\u001b[1;1H")]
    [InlineData("\u001b[32mgreen\u001b[0m", "\\u001b[32mgreen\\u001b[0m")]
    [InlineData("host\rroot\r\nnext\tline\n", "host\\u000droot\r\nnext\tline\n")]
    [InlineData("a\b\bb\u009b2J\u007f", "a\\u0008\\u0008b\\u009b2J\\u007f")]
    [InlineData("→ fra\u202e1 ü 東 😀 \U000e0041§", "→ fra\\u202e1 ü 東 😀 \\udb40\\udc41§")]
    public void A_document_of_utf8_is_shown_too(string name, string shown)
    {
        using var stream = new MemoryStream();
        using var writer = PlainWriter.Before(new StreamWriter(stream), stream);
        writer.Write("[");
        writer.WriteUtf8(Encoding.UTF8.GetBytes(name));
        writer.Write("]");
        Assert.Equal($"[{shown}]", Encoding.UTF8.GetString(stream.ToArray()));
    }

    [Fact]
    public void Colours_progress_tables_and_lines_of_windows_are_left_alone()
    {
        using var writer = PlainWriter.Before(_terminal);
        var terminal = new Terminal(writer, writer, TextReader.Null, Interactive: true, Colour: true) { Width = 80 };
        using (var line = new ProgressLine(terminal))
            line.Show("10 of 20");
        terminal.Say(terminal.Paint(Ink.Good, "restored") + " → ü 東 😀\ta\r\nb");
        Assert.Equal("\r\e[K10 of 20\r\e[K\e[32mrestored\e[0m → ü 東 😀\ta\r\nb\n", _terminal.ToString());
    }
}
