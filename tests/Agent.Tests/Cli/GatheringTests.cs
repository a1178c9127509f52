using IwTune.Agent.Cli.Output;

namespace IwTune.Agent.Tests.Cli;

public sealed class GatheringTests
{
    [Fact]
    public void Many_lines_are_written_in_order_and_in_few_pieces()
    {
        var to = new PiecesWriter { NewLine = "\n" };
        var terminal = new Terminal(to, to, TextReader.Null, Interactive: false, Colour: false);
        string[] lines = [.. Enumerable.Range(0, 10_000).Select(number => $"line {number} →"), new string('x', 100_000), "last"];
        Gathering.Lines(terminal, gathering => Array.ForEach(lines, line => gathering.Out.WriteLine(line)));
        Assert.Equal(string.Concat(lines.Select(line => line + "\n")), to.ToString());
        Assert.InRange(to.Pieces, 1, 14);
    }

    private sealed class PiecesWriter : StringWriter
    {
        public int Pieces { get; private set; }

        public override void Write(ReadOnlySpan<char> buffer)
        {
            Pieces++;
            base.Write(buffer);
        }
    }
}
