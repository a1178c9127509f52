using System.Text;
using IwTune.Agent.Cli.Output;

namespace IwTune.Agent.Tests.Cli;

/// <summary>Bytes of UTF-8, divided anywhere, arrive as the text they encode and in few pieces.</summary>
public sealed class Utf8TextTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(1000)]
    [InlineData(int.MaxValue)]
    public void A_long_text_is_the_same_however_its_bytes_are_divided(int length)
    {
        var text = string.Concat(
            Enumerable
                .Range(0, 20_000)
                .Select(i =>
                    (i % 7) switch
                    {
                        0 => "😀",
                        1 => "東",
                        2 => "ü",
                        _ => "a",
                    }
                )
        );
        var to = new CountingWriter();
        using (var stream = new WriteOnlyStream(new Utf8Text(to)))
        {
            foreach (var piece in Encoding.UTF8.GetBytes(text).Chunk(Math.Min(length, 100_000)))
                stream.Write(piece);
        }
        Assert.Equal(text, to.ToString());
        Assert.InRange(to.Writes, 1, 4);
    }

    private sealed class CountingWriter : StringWriter
    {
        public int Writes { get; private set; }

        public override void Write(ReadOnlySpan<char> buffer)
        {
            Writes++;
            base.Write(buffer);
        }
    }
}
