namespace IwTune.Shared.Model.Simulating;

/// <summary>Both ends and the path between them, driven by the agenda until the last byte has arrived.</summary>
internal sealed class SimulatedConnection
{
    private readonly Transfer _transfer;
    private readonly Agenda _agenda = new();
    private readonly Record _record;
    private readonly Sender _sender;
    private readonly Receiver _receiver;

    public SimulatedConnection(Transfer transfer, SimulatedConditions conditions)
    {
        _transfer = transfer;
        _record = new Record(_agenda);
        var segments = (int)TransferRules.Segments(transfer);
        _receiver = new Receiver(_agenda, _record, conditions, transfer, segments);
        _sender = new Sender(_agenda, _record, conditions, transfer, segments, new Bottleneck(transfer, conditions));
    }

    public Simulation Run()
    {
        _agenda.Note(_transfer.Rtt.TotalSeconds / 2, new Due(DueKind.Pace, 0));
        while (!_receiver.Complete && _agenda.TryNext(out var due))
        {
            switch (due.What)
            {
                case DueKind.Arrival:
                    _receiver.Take((int)due.Number, _sender.RoundOf((int)due.Number));
                    break;
                case DueKind.DelayedAck:
                    _receiver.WaitedLongEnough(due.Number);
                    break;
                case DueKind.Acknowledgement:
                    _sender.Learn(due.Ack!);
                    break;
                case DueKind.Pace:
                    _sender.MayLeaveNow();
                    break;
                default:
                    _sender.TimerFired(due.Number);
                    break;
            }
        }
        var fetch = TransferRules.Time(_agenda.Now);
        return new Simulation
        {
            Fetch = fetch,
            Total = fetch + TransferRules.Around(_transfer),
            Rounds = _receiver.Rounds,
            Sent = _record.Sent,
            Resent = _record.Resent,
            Overflowed = _record.Overflowed,
            OverflowedFirst = _record.OverflowedFirst,
            Timeouts = _record.Timeouts,
            Events = _record.Events,
            Received = _receiver.Progress,
        };
    }
}
