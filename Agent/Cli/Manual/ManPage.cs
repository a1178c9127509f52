namespace IwTune.Agent.Cli.Manual;

/// <summary>The manual page of one command, from the same text as its help.</summary>
internal static class ManPage
{
    /// <summary>The page's name: <c>iwtune-fleet-hosts</c>.</summary>
    public static string NameOf(CommandSheet command) => string.Join('-', command.Path);

    /// <param name="command">The command.</param>
    /// <param name="above">The command it belongs to; <see langword="null"/> for the whole program.</param>
    /// <param name="date">yyyy-MM-dd.</param>
    /// <param name="version">The program's.</param>
    public static string Of(CommandSheet command, CommandSheet? above, string date, string version)
    {
        var page = new Roff().Title(NameOf(command), date, $"iwtune {version}");
        page.Section("NAME").Raw($"{Roff.Escaped(NameOf(command))} \\- {Roff.Escaped(command.Description.TrimEnd('.'))}");
        Synopsis(page, command);
        page.Section("DESCRIPTION")
            .Text(
                above is null ? Overview.Text
                : command.Details.Length > 0 ? command.Details
                : $"{command.Description.TrimEnd('.')}."
            );
        if (command.Commands.Count > 0)
        {
            page.Section("COMMANDS");
            foreach (var sub in command.Commands)
                page.Item(sub.Name, string.Join(' ', sub.Arguments.Select(Written)), $"{sub.Description.TrimEnd('.')}.");
        }
        if (command.Arguments.Count > 0)
        {
            page.Section("ARGUMENTS");
            foreach (var argument in command.Arguments)
                page.Item("", argument.Name, $"{argument.Description.TrimEnd('.')}.");
        }
        page.Section("OPTIONS");
        foreach (var option in command.Options)
            page.Item(
                option.Short.Length > 0 ? $"{option.Short}, {option.Name}" : option.Name,
                option.Value,
                $"{option.Description.TrimEnd('.')}."
            );
        Closing(page, command, above);
        return page.ToString();
    }

    private static void Synopsis(Roff page, CommandSheet command)
    {
        page.Section("SYNOPSIS");
        var words =
            command.Commands.Count > 0
                ? ["\\fICOMMAND\\fR"]
                : command.Arguments.Select(argument => $"\\fI{Roff.Escaped(Written(argument))}\\fR");
        page.Raw(string.Join(' ', [$"\\fB{Roff.Escaped(string.Join(' ', command.Path))}\\fR", .. words, "[\\fIOPTIONS\\fR]"]));
    }

    private static void Closing(Roff page, CommandSheet command, CommandSheet? above)
    {
        if (command.Examples.Count > 0)
        {
            page.Section("EXAMPLES");
            for (var i = 0; i < command.Examples.Count; i++)
            {
                var (line, what) = command.Examples[i];
                if (i > 0)
                    page.Raw(".PP");
                page.Text($"{char.ToUpperInvariant(what[0])}{what[1..]}{(char.IsPunctuation(what[^1]) ? "" : ":")}")
                    .Raw(".RS")
                    .Example([line])
                    .Raw(".RE");
            }
        }
        if (above is null)
        {
            page.Section("A POLICY").Example(Overview.Policy);
            page.Section("EXIT STATUS");
            foreach (var (code, meaning) in Overview.ExitCodes)
                page.Item($"{code}", "", $"{meaning}.");
            page.Section("FILES");
            foreach (var (path, what) in Overview.Files)
                page.Item(path, "", what);
            page.Section("ENVIRONMENT");
            foreach (var (name, what) in Overview.Environment)
                page.Item(name, "", what);
        }
        page.Section("SEE ALSO");
        List<(string Name, int Section)> others = [.. command.Commands.Select(sub => (NameOf(sub), 1))];
        others.Insert(0, above is null ? ("ip-route", 8) : (NameOf(above), 1));
        for (var i = 0; i < others.Count; i++)
            page.Raw($".BR {Roff.Escaped(others[i].Name)} ({others[i].Section}){(i == others.Count - 1 ? "" : ",")}");
    }

    private static string Written(ArgumentSheet argument) => argument.Optional ? $"[{argument.Name}]" : argument.Name;
}
