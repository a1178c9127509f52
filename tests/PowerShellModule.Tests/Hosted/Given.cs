namespace IwTune.PowerShellModule.Tests.Hosted;

/// <summary>Answers of iwtune, shortened to what the module reads.</summary>
internal static class Given
{
    public const string Show = """
        {"targets":[
          {"id":"template Internet","isDefault":true,"owner":"windows","strategy":"in-place","why":"","initCwnd":16,"before":{"initCwnd":10}},
          {"id":"template Compat","isDefault":false,"owner":"windows","strategy":"in-place","why":"","initCwnd":4}]}
        """;

    public const string Plan = """
        {"policy":"edge","mode":"Enforce","steps":[
          {"target":"template Internet","from":{"initCwnd":10},"to":{"initCwnd":16},"owner":"windows","strategy":"in-place"}],
         "audited":[],"withheld":[],"refusals":[],"alreadyThere":["template Datacenter"],"unmatched":[]}
        """;

    public const string Applied = """
        {"text":"Applied.","state":{"policy":"edge","phase":"Applied","reason":"","targets":[
          {"id":"template Internet","configured":{"initCwnd":16},"wanted":{"initCwnd":16},"outcome":"Applied","reason":""}],"unmatched":[]}}
        """;

    public const string Restored = """
        {"text":"Restored.","state":{"policy":null,"phase":"None","reason":"","targets":[
          {"id":"template Internet","configured":{"initCwnd":10},"outcome":"Applied","reason":""}],"unmatched":[]}}
        """;

    public const string Status = """
        {"daemon":{"version":"0.1.0","pid":7,"since":"2026-11-25T10:00:00Z","stateDirectory":"/var/lib/iwtune","notes":[]},
         "state":{"policy":"edge","revision":4,"phase":"Applied","reason":"","targets":[],"unmatched":[]}}
        """;
}
