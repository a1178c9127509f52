using IwTune.Agent.Cli.Output;

namespace IwTune.Agent.Tests.Cli;

public sealed class NarrowTerminalTests
{
    private const string Reason =
        "The routing daemon behind protocol bird owns it and would write it again; set the window in its configuration.";

    [Theory]
    [InlineData(40, true)]
    [InlineData(60, false)]
    public void No_line_is_longer_than_the_terminal_and_nothing_is_lost(int width, bool colour)
    {
        var lines = Written(width, colour).Split('\n');

        Assert.All(lines, line => Assert.InRange(Plain(line).Length, 0, width));
        Assert.Contains(Reason, string.Join(' ', lines.Select(line => Plain(line).Trim())), StringComparison.Ordinal);
        Assert.Single(lines, line => Plain(line) == "ipv4 main 172.16.0.0/12 via 192.0.2.9");
    }

    [Fact]
    public void A_row_takes_as_many_lines_as_it_needs()
    {
        using var output = new StringWriter { NewLine = "\n" };
        var table = new Table(("NAME", Align.Left), ("IS", Align.Left), ("OF", Align.Left), ("USES", Align.Right), ("ID", Align.Left));
        table.Add("nightly", "auditor, for site:fra", "alice", "12", "01a20424-b0b7-7fac-b4e4-ad796ad67b63");

        table.Write(new Terminal(output, output, TextReader.Null, Interactive: false, Colour: false) { Width = 40 });

        Assert.Equal(
            """
            NAME
              IS                     OF     USES
              ID
            nightly
              auditor, for site:fra  alice    12
              01a20424-b0b7-7fac-b4e4-ad796ad67b63

            """,
            output.ToString()
        );
    }

    [Fact]
    public void A_cell_that_is_wider_than_the_terminal_is_broken_between_words()
    {
        using var output = new StringWriter { NewLine = "\n" };
        new Table(("HOST", Align.Left), ("REASON", Align.Left))
            .Add("web-1", new Cell(Reason, Ink.Bad))
            .Write(new Terminal(output, output, TextReader.Null, Interactive: false, Colour: true) { Width = 40 });
        Assert.Equal(
            """
            HOST
              REASON
            web-1
              The routing daemon behind protocol
                bird owns it and would write it
                again; set the window in its
                configuration.

            """,
            Plain(output.ToString())
        );
    }

    [Fact]
    public void In_a_pipe_a_row_is_one_line() =>
        Assert.Contains(
            "ipv4 main 172.16.0.0/12 via 192.0.2.9  initcwnd 16         unset [1]\n",
            Written(null, colour: false),
            StringComparison.Ordinal
        );

    [Fact]
    public void What_fits_stays_as_it_is() => Assert.Equal("  two  spaces", Wrapping.Wrap("  two  spaces", 13, 4));

    [Fact]
    public void An_indented_line_keeps_its_indent() => Assert.Equal("    not set:\n      why", Wrapping.Wrap("    not set: why", 13, 6));

    [Fact]
    public void A_word_longer_than_the_terminal_is_left_whole() => Assert.Equal("a\n  longer\n  b", Wrapping.Wrap("a longer b", 4, 2));

    private static string Written(int? width, bool colour)
    {
        using var output = new StringWriter { NewLine = "\n" };
        var terminal = new Terminal(output, output, TextReader.Null, Interactive: false, colour) { Width = width };
        var notes = new Footnotes();
        var table = new Table(("ROUTE", Align.Left), ("WANTED", Align.Left), ("EMPTY", Align.Left), ("READ BACK", Align.Left));
        table.Add("ipv4 main 172.16.0.0/12 via 192.0.2.9", "initcwnd 16", "", new Cell("unset" + notes.Mark(Reason), Ink.Bad));
        table.Write(terminal);
        notes.Write(terminal);
        return output.ToString().TrimEnd('\n');
    }

    private static string Plain(string line) => System.Text.RegularExpressions.Regex.Replace(line, "\e\\[[0-9]+m", "");
}
