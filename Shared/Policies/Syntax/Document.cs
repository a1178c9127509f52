using System.Text;

namespace IwTune.Shared.Policies.Syntax;

/// <summary>Text in, tree out. YAML and JSON give the same tree, so that there is one validator.</summary>
internal static class Document
{
    internal const int MaxBytes = 64 * 1024;

    // A policy is four levels deep. The bound keeps recursion over a hostile document short.
    internal const int MaxDepth = 8;

    internal static Node? Read(string text, Findings findings)
    {
        if (text.Length > MaxBytes || Encoding.UTF8.GetByteCount(text) > MaxBytes)
        {
            findings.Problem($"the document is larger than {MaxBytes / 1024} KiB, the maximum; a policy is a few dozen lines", 1, 1);
            return null;
        }
        if (text.StartsWith('\uFEFF'))
            text = text[1..];
        ForbiddenCharacters.Find(text, findings);
        if (findings.Any)
            return null;
        if (string.IsNullOrWhiteSpace(text))
        {
            findings.Problem("the document is empty", 1, 1);
            return null;
        }
        return LooksLikeJson(text) ? JsonTree.Read(text, findings) : YamlTree.Read(text, findings);
    }

    // `{` also opens a YAML flow mapping; only JSON continues with a quote, and only JSON closes at once.
    internal static bool LooksLikeJson(string text)
    {
        var rest = text.AsSpan().TrimStart();
        if (rest.IsEmpty || rest[0] != '{')
            return false;
        rest = rest[1..].TrimStart();
        return !rest.IsEmpty && rest[0] is ('"' or '}');
    }
}
