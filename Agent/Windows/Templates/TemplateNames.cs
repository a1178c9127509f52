namespace IwTune.Agent.Windows.Templates;

/// <summary>Names of templates in answers of Windows.</summary>
internal static class TemplateNames
{
    /// <summary>
    /// The template of a name, without regard to case; <see langword="null"/> for any other text, also for a number or a list, which
    /// <see cref="Enum.TryParse{TEnum}(string, out TEnum)"/> takes for names.
    /// </summary>
    public static TemplateName? Of(string? text)
    {
        foreach (var known in Enum.GetValues<TemplateName>())
        {
            if (known.ToString().Equals(text, StringComparison.OrdinalIgnoreCase))
                return known;
        }
        return null;
    }
}
