using System.Globalization;
using IwTune.PowerShell.Answers;

namespace IwTune.PowerShell;

/// <summary>A window in words, as iwtune writes it.</summary>
internal static class SegmentsText
{
    public static string Of(int? cwnd, int? rwnd) =>
        (cwnd, rwnd) switch
        {
            (null, null) => "unset",
            ({ } c, null) => string.Format(CultureInfo.InvariantCulture, "initcwnd {0}", c),
            (null, { } r) => string.Format(CultureInfo.InvariantCulture, "initrwnd {0}", r),
            ({ } c, { } r) => string.Format(CultureInfo.InvariantCulture, "initcwnd {0} initrwnd {1}", c, r),
        };

    public static string Of(WindowAnswer window) => Of(window.InitCwnd, window.InitRwnd);
}
