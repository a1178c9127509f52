using System.Globalization;
using System.Text;

namespace IwTune.Benchmarks.Http2;

/// <summary>
/// Headers as HPACK (RFC 7541) without its table and its compression of texts: neither side has to remember anything.
/// </summary>
internal static class HeaderBlock
{
    // Appendix A of RFC 7541.
    private const int AuthorityName = 1,
        PathName = 4,
        StatusName = 8,
        AuthorizationName = 23,
        ContentLengthName = 28,
        ContentTypeName = 31,
        RetryAfterName = 53;
    private const byte Post = 0x83,
        Https = 0x87,
        NeverIndexed = 0x10,
        Compressed = 0x80;
    private static readonly int[] Statuses = [200, 204, 206, 304, 400, 404, 500];

    /// <summary>A POST of JSON; <see cref="WithLength"/> completes it.</summary>
    public static byte[] Of(Uri address, string authorization)
    {
        var block = new List<byte> { Post, Https };
        Add(block, 0, AuthorityName, address.Authority);
        Add(block, 0, PathName, address.PathAndQuery);
        Add(block, NeverIndexed, AuthorizationName, authorization);
        Add(block, 0, ContentTypeName, "application/json");
        return [.. block];
    }

    /// <summary>The same for a body of so many bytes.</summary>
    public static byte[] WithLength(byte[] block, int length)
    {
        var whole = new List<byte>(block.Length + 8);
        whole.AddRange(block);
        Add(whole, 0, ContentLengthName, length.ToString(CultureInfo.InvariantCulture));
        return [.. whole];
    }

    /// <exception cref="IOException">It needs more than this class has.</exception>
    public static (int Status, TimeSpan? RetryAfter) Read(ReadOnlySpan<byte> block)
    {
        var (status, retryAfter) = (0, (TimeSpan?)null);
        while (!block.IsEmpty)
        {
            var first = block[0];
            if (first >= 0x80)
            {
                var index = Number(ref block, 7);
                if (index >= StatusName && index < StatusName + Statuses.Length)
                    status = Statuses[index - StatusName];
                continue;
            }
            if (first is >= 0x20 and < 0x40)
            {
                // A new size of the table, which has none.
                Number(ref block, 5);
                continue;
            }
            var name = Number(ref block, first >= 0x40 ? 6 : 4);
            if (name == 0 && Text(ref block).SequenceEqual("retry-after"u8))
                name = RetryAfterName;
            var value = Text(ref block);
            if (name == StatusName)
                status = int.Parse(value, CultureInfo.InvariantCulture);
            else if (name == RetryAfterName && int.TryParse(value, CultureInfo.InvariantCulture, out var seconds))
                retryAfter = TimeSpan.FromSeconds(seconds);
        }
        return (status, retryAfter);
    }

    private static void Add(List<byte> block, byte form, int name, string value)
    {
        AddNumber(block, form, 4, name);
        AddNumber(block, 0, 7, Encoding.ASCII.GetByteCount(value));
        block.AddRange(Encoding.ASCII.GetBytes(value));
    }

    /// <summary>§5.1.</summary>
    private static void AddNumber(List<byte> block, byte form, int bits, int number)
    {
        var most = (1 << bits) - 1;
        if (number < most)
        {
            block.Add((byte)(form | number));
            return;
        }
        block.Add((byte)(form | most));
        for (number -= most; number >= 0x80; number >>= 7)
            block.Add((byte)(0x80 | number & 0x7F));
        block.Add((byte)number);
    }

    private static int Number(ref ReadOnlySpan<byte> block, int bits)
    {
        var most = (1 << bits) - 1;
        var number = Next(ref block) & most;
        if (number < most)
            return number;
        for (var shift = 0; ; shift += 7)
        {
            var part = Next(ref block);
            number += (part & 0x7F) << shift;
            if (part < 0x80)
                return number;
        }
    }

    /// <summary>§5.2.</summary>
    private static ReadOnlySpan<byte> Text(ref ReadOnlySpan<byte> block)
    {
        if ((block[0] & Compressed) != 0)
            throw new IOException("the server compresses the texts of headers, which this client does not read");
        var length = Number(ref block, 7);
        var text = block[..length];
        block = block[length..];
        return text;
    }

    private static byte Next(ref ReadOnlySpan<byte> block)
    {
        var first = block[0];
        block = block[1..];
        return first;
    }
}
