namespace IwTune.Lab.Demo;

/// <summary>The output of the demonstration: headings, the commands of an administrator, and notes. Colour only on a terminal.</summary>
internal static class Screen
{
    private static readonly bool Colour = !Console.IsOutputRedirected && Environment.GetEnvironmentVariable("NO_COLOR") is null;

    public static void Heading(string text) => Console.WriteLine($"\n{Paint("1", text)}");

    /// <summary>A command as typed on a machine of the demonstration.</summary>
    public static void Command(string machine, string text) => Console.WriteLine($"  {Paint("36", machine + "$")} {text}");

    public static void Output(string text)
    {
        foreach (var line in text.TrimEnd().Split('\n').Where(line => line.Length > 0))
            Console.WriteLine("    " + line.TrimEnd());
    }

    public static void Note(string text) => Console.WriteLine($"  {Paint("2", text)}");

    public static void Good(string text) => Console.WriteLine($"  {Paint("32", "✓")} {text}");

    public static void Failed(string text) => Console.WriteLine($"  {Paint("31", "✗")} {text}");

    private static string Paint(string code, string text) => Colour ? $"\e[{code}m{text}\e[0m" : text;
}
