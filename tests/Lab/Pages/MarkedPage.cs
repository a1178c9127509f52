namespace IwTune.Lab.Pages;

/// <summary>Writes what a verb measured into a page, between two comments; the rest of the page is written by people.</summary>
internal static class MarkedPage
{
    /// <param name="file">The page.</param>
    /// <param name="verb">The command that writes it: its name is in the comments.</param>
    /// <param name="text">Markdown.</param>
    /// <returns>The problem, as a sentence; <see langword="null"/> when it was written.</returns>
    public static string? Write(string file, string verb, string text)
    {
        var (begin, end) = ($"<!-- {verb}: begin -->", $"<!-- {verb}: end -->");
        if (!File.Exists(file))
            return $"could not write the results: {file} does not exist; name a page that has the lines “{begin}” and “{end}”";
        var page = File.ReadAllText(file);
        var (from, to) = (page.IndexOf(begin, StringComparison.Ordinal), page.IndexOf(end, StringComparison.Ordinal));
        if (from < 0 || to < from)
            return $"could not write the results: {file} lacks the line “{begin}”, or “{end}” after it; add both";
        File.WriteAllText(file, page[..(from + begin.Length)] + "\n\n" + text + "\n" + page[to..]);
        return null;
    }
}
