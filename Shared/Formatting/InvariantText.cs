using System.Globalization;
using System.Runtime.CompilerServices;

namespace IwTune.Shared.Formatting;

/// <summary>
/// An interpolated string that is the same in every language: numbers and times in it are formatted invariantly. A parameter of this type
/// takes <c>$"…"</c> as it stands.
/// </summary>
[InterpolatedStringHandler]
public ref struct InvariantText
{
    private DefaultInterpolatedStringHandler _text;

    /// <summary>Called by the compiler.</summary>
    public InvariantText(int literalLength, int formattedCount) =>
        _text = new DefaultInterpolatedStringHandler(literalLength, formattedCount, CultureInfo.InvariantCulture);

    /// <summary>Called by the compiler, for what stands between the holes.</summary>
    public void AppendLiteral(string text) => _text.AppendLiteral(text);

    /// <summary>Called by the compiler, for a hole.</summary>
    public void AppendFormatted<T>(T value) => _text.AppendFormatted(value);

    /// <summary>Called by the compiler, for a hole with a format.</summary>
    public void AppendFormatted<T>(T value, string? format) => _text.AppendFormatted(value, format);

    /// <summary>The text. May be called only once.</summary>
    public override string ToString() => _text.ToStringAndClear();
}
