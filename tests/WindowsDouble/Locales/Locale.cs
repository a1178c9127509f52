using System.Text;

namespace IwTune.WindowsDouble.Locales;

/// <summary>The language of a Windows, and the code page that its console programs write to a pipe.</summary>
/// <param name="Name"><c>de-DE</c>.</param>
/// <param name="OemCodePage">437, 850, 932, 936.</param>
public sealed record Locale(string Name, int OemCodePage)
{
    static Locale() => Encoding.RegisterProvider(CodePagesEncodingProvider.Instance);

    /// <summary>The languages that have captures.</summary>
    public static IReadOnlyList<Locale> All { get; } = [new("en-US", 437), new("de-DE", 850), new("ja-JP", 932), new("zh-CN", 936)];

    /// <summary>The encoding of its netsh's output.</summary>
    public Encoding Encoding => EncodingOf(OemCodePage);

    /// <summary>The locale of that name.</summary>
    /// <exception cref="ArgumentException">There is none.</exception>
    public static Locale Of(string name) =>
        All.FirstOrDefault(locale => locale.Name == name)
        ?? throw new ArgumentException($"no locale {name}; there are {string.Join(", ", All.Select(locale => locale.Name))}", nameof(name));

    /// <summary>The encoding of a code page.</summary>
    public static Encoding EncodingOf(int codePage) => Encoding.GetEncoding(codePage);
}
