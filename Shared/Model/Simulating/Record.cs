namespace IwTune.Shared.Model.Simulating;

/// <summary>Writes down what happens.</summary>
internal sealed class Record(Agenda agenda)
{
    public List<SimulatedEvent> Events { get; } = [];

    public long Sent { get; private set; }

    public long Resent { get; private set; }

    public long Overflowed { get; private set; }

    public long OverflowedFirst { get; private set; }

    public int Timeouts { get; private set; }

    public void Note(SimulatedEventKind what, int segment, int window, int round = 0)
    {
        Events.Add(new(TransferRules.Time(agenda.Now), what, segment + 1, window));
        switch (what)
        {
            case SimulatedEventKind.Sent:
                Sent++;
                break;
            case SimulatedEventKind.Resent:
                Sent++;
                Resent++;
                break;
            case SimulatedEventKind.Overflowed:
                Overflowed++;
                OverflowedFirst += round == 1 ? 1 : 0;
                break;
            case SimulatedEventKind.TimedOut:
                Timeouts++;
                break;
            default:
                break;
        }
    }
}
