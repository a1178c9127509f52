using System.Text;
using IwTune.Shared.Statistics;

namespace IwTune.Fuzz.Guiding;

/// <summary>
/// Makes JSON from JSON: members and items go, come, get other names and other values. Of documents whose bytes alone are changed, the
/// framework refuses nearly all, by an exception each, before the product reads anything of them.
/// </summary>
/// <param name="random">Decides.</param>
/// <param name="words">Words of the grammar; those that are plain are names and texts.</param>
/// <param name="longest">Bytes that an input has at most.</param>
internal sealed class JsonMutator(SeededRandom random, IReadOnlyList<string> words, int longest)
{
    private static readonly byte[][] Values =
    [
        .. (
            (string[])
                [
                    "null",
                    "true",
                    "false",
                    "0",
                    "1",
                    "-1",
                    "-0",
                    "0.5",
                    "10",
                    "255",
                    "256",
                    "65536",
                    "2147483647",
                    "2147483648",
                    "4294967296",
                    "9223372036854775807",
                    "18446744073709551616",
                    "1e308",
                    "[]",
                    "{}",
                    "\"\"",
                    "\"*\"",
                    "\"\\u0000\"",
                    "\"\\ud800\"",
                    "\"\\u202e\"",
                    "\"\\n\"",
                    "\"2026-11-28T12:00:00Z\"",
                    "\"0001-01-01T00:00:00+14:00\"",
                    "\"9999-12-31T23:59:59-14:00\"",
                ]
        ).Select(Encoding.ASCII.GetBytes),
    ];

    private readonly byte[][] _words = [.. words.Where(IsPlain).DefaultIfEmpty("a").Select(word => Encoding.ASCII.GetBytes($"\"{word}\""))];

    private readonly List<JsonItem> _items = [],
        _others = [];

    private readonly byte[] _input = new byte[longest];
    private int _length;

    /// <param name="parent">Most of it stays.</param>
    /// <param name="other">Parts of it may come in.</param>
    /// <returns><see langword="null"/> when the parent is not JSON.</returns>
    public byte[]? Of(byte[] parent, byte[] other)
    {
        if (parent.Length > longest || !JsonShape.TryRead(parent, _items))
            return null;
        if (!JsonShape.TryRead(other, _others))
            _others.Clear();
        _length = parent.Length;
        parent.CopyTo(_input, 0);
        for (var changes = 1 << random.Below(4); changes > 0; changes--)
        {
            Change(_items[random.Below(_items.Count)], other);
            if (!JsonShape.TryRead(_input.AsSpan(0, _length), _items))
                break;
        }
        return _input.AsSpan(0, _length).ToArray();
    }

    private void Change(JsonItem item, byte[] other)
    {
        switch (random.Below(10))
        {
            case 0 or 1:
                Replace(item.Value, item.To, Any(Values));
                break;
            case 2:
                Replace(item.Value, item.To, Any(_words));
                break;
            case 3 when item.Named:
                Replace(item.From, item.From + NameLength(item), Any(_words));
                break;
            case 3 or 4:
                Letter(item);
                break;
            case 5:
                Remove(item);
                break;
            case 6:
                Replace(
                    item.Value,
                    item.To,
                    random.Below(2) == 0
                        ? [.. "["u8, .. Text(item), .. "]"u8]
                        : [.. "{"u8, .. Any(_words), .. ":"u8, .. Text(item), .. "}"u8]
                );
                break;
            case 7 when _others.Count > 0:
                var value = _others[random.Below(_others.Count)];
                Replace(item.Value, item.To, other.AsSpan(value.Value, value.To - value.Value));
                break;
            case 8 when _others.Count > 0:
                var from = _others[random.Below(_others.Count)];
                var name = from.Named ? other.AsSpan(from.From, from.Value - from.From) : [.. Any(_words), .. ":"u8];
                Behind(item, name, other.AsSpan(from.Value, from.To - from.Value));
                break;
            default:
                // A part once more, mostly under another name: one name twice is refused.
                var same = random.Below(4) == 0;
                Behind(item, same ? _input.AsSpan(item.From, item.Value - item.From).ToArray() : [.. Any(_words), .. ":"u8], Text(item));
                break;
        }
    }

    private byte[] Text(JsonItem item) => _input.AsSpan(item.Value, item.To - item.Value).ToArray();

    private byte[] Any(byte[][] of) => of[random.Below(of.Length)];

    private int NameLength(JsonItem item) => _input.AsSpan(item.From, item.Value - item.From).LastIndexOf((byte)'"') + 1;

    private void Behind(JsonItem item, ReadOnlySpan<byte> name, ReadOnlySpan<byte> value) =>
        Replace(item.To, item.To, item.Within ? [.. ","u8, .. item.Named ? name : [], .. value] : [.. "\n"u8, .. value]);

    private void Remove(JsonItem item)
    {
        var (from, to) = (item.From, item.To);
        if (to < _length && _input[to] == ',')
            to++;
        else if (from > 0 && _input[from - 1] == ',')
            from--;
        Replace(from, to, []);
    }

    // One character within a text becomes another, comes in or goes; so does a digit of a number.
    private void Letter(JsonItem item)
    {
        var text = _input[item.Value] == '"';
        var (from, to) = text ? (item.Value + 1, item.To - 1) : (item.Value, item.To);
        if (_input[item.Value] is (byte)'{' or (byte)'[' || (!text && !char.IsAsciiDigit((char)_input[to - 1])))
            return;
        var letter = (byte)(text ? ' ' + random.Below('~' - ' ' + 1) : '0' + random.Below(10));
        var at = from + random.Below(to - from + 1);
        Replace(
            at,
            Math.Min(to, at + random.Below(2)),
            random.Below(4) == 0 ? []
                : letter is (byte)'"' or (byte)'\\' ? [(byte)'\\', letter]
                : [letter]
        );
    }

    private void Replace(int from, int to, ReadOnlySpan<byte> with)
    {
        var length = _length - (to - from) + with.Length;
        if (length > longest)
            return;
        _input.AsSpan(to, _length - to).CopyTo(_input.AsSpan(from + with.Length));
        with.CopyTo(_input.AsSpan(from));
        _length = length;
    }

    private static bool IsPlain(string word) => word.All(letter => char.IsAsciiLetterOrDigit(letter) || ":/.-_*+".Contains(letter));
}
