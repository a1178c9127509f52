using System.CommandLine;

namespace IwTune.Agent.Cli.Dsc;

/// <summary>This host's windows as a resource of Desired State Configuration v3: one JSON document in, one out.</summary>
internal static class DscVerb
{
    public const string Name = "dsc";

    public static Verb Create(CliContext context)
    {
        var dsc = new Verb(VerbGroup.Programs, Name, "This host as a resource of Microsoft DSC v3: JSON in, JSON out")
        {
            Details = """
                For the program dsc, which finds the resource IwTune/InitialWindow by its manifest, on Windows and on Linux.
                Problems are lines of JSON on standard error, as dsc reads them. A test always exits 0.
                """,
            Examples =
            [
                ("dsc config set --file windows.dsc.yaml", "apply a configuration"),
                ("echo '{\"policyFile\":\"/etc/edge.yaml\"}' | iwtune dsc test", "the call that dsc makes"),
                ("iwtune dsc manifest > iwtune.dsc.resource.json", "the manifest, to be installed beside iwtune"),
            ],
        };
        dsc.Add(Ask(context, "get", "The windows of this host, and the policy that was applied here", new DscGet(context).RunAsync));
        dsc.Add(Ask(context, "test", "Compare this host with the input; changes nothing", new DscTest(context).RunAsync));
        dsc.Add(Ask(context, "what-if", "What set would change; changes nothing", new DscWhatIf(context).RunAsync));
        dsc.Add(Ask(context, "set", "Apply the input to this host", new DscSet(context).RunAsync));
        dsc.Add(Ask(context, "export", "This host as input for set", new DscExport(context).RunAsync));
        dsc.Add(Print(context, "schema", "The JSON schema of the resource", () => DscManifest.Schema));
        dsc.Add(Print(context, "manifest", "The resource manifest", () => DscManifest.Text));
        return dsc;
    }

    private static Verb Ask(CliContext context, string name, string description, Func<ParseResult, CancellationToken, Task<int>> run)
    {
        var verb = new Verb(VerbGroup.Programs, name, description);
        verb.SetAction(
            async (parsed, ct) =>
            {
                try
                {
                    return await run(parsed, ct);
                }
                catch (Exception e) when (CommandLine.CodeOf(e) is { } code)
                {
                    DscTrace.Error(context.Terminal, e.Message);
                    return code;
                }
            }
        );
        return verb;
    }

    private static Verb Print(CliContext context, string name, string description, Func<string> text)
    {
        var verb = new Verb(VerbGroup.Programs, name, description);
        verb.SetAction(_ =>
        {
            context.Terminal.Out.WriteLine(text().TrimEnd());
            return ExitCode.Fine;
        });
        return verb;
    }
}
