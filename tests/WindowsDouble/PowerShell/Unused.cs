namespace IwTune.WindowsDouble.PowerShell;

/// <summary>A parameter that the double does not know must not be ignored silently.</summary>
internal static class Unused
{
    public static void Refuse(string cmdlet, IReadOnlyDictionary<string, object> left)
    {
        if (left.Count > 0)
            throw new NotSupportedException($"the emulated {cmdlet} does not know -{string.Join(", -", left.Keys)}");
    }
}
